package dev.turnstile.embedded.api.aggregate;

import dev.turnstile.embedded.client.TlsTrust;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Which certificate of an extension API server is accepted: one for its Service's name, wherever it listens. */
final class ServerTrust extends X509ExtendedTrustManager {
    private final @Nullable X509TrustManager authorities;
    private final String serverName;

    private ServerTrust(@Nullable X509TrustManager authorities, String serverName) {
        this.authorities = authorities;
        this.serverName = serverName;
    }

    /** Accepts every certificate. */
    static ServerTrust anybody() {
        return new ServerTrust(null, "");
    }

    /** @param bundle authorities in PEM, encoded */
    static ServerTrust of(String bundle, String serverName) throws GeneralSecurityException, IOException {
        String pem = new String(Base64.getMimeDecoder().decode(bundle), StandardCharsets.US_ASCII);
        return new ServerTrust(TlsTrust.authorities(pem), serverName);
    }

    private void check(X509Certificate[] chain, String type) throws CertificateException {
        X509TrustManager trusted = authorities;
        if (trusted == null) {
            return;
        }
        trusted.checkServerTrusted(chain, type);
        Collection<List<?>> names = chain[0].getSubjectAlternativeNames();
        if (names == null || names.stream().noneMatch(name -> serverName.equals(name.get(1)))) {
            throw new CertificateException("the certificate is not valid for " + serverName + " but for " + names);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        check(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        check(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw noClient();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        throw noClient();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        throw noClient();
    }

    private static CertificateException noClient() {
        return new CertificateException("this is for servers alone");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
