package dev.turnstile.embedded.api.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The forms of ASN.1's distinguished encoding that certificates need. */
final class Der {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int FIRST_YEAR_IN_FULL = 2050;

    private Der() {}

    static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(tag);
        int length = content.size();
        if (length < 0x80) {
            whole.write(length);
        } else if (length < 0x100) {
            whole.write(0x81);
            whole.write(length);
        } else {
            whole.write(0x82);
            whole.write(length >> 8);
            whole.write(length);
        }
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(0x31, parts);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] yes() {
        return tagged(0x01, new byte[] {(byte) 0xff});
    }

    static byte[] octets(byte[] bytes) {
        return tagged(0x04, bytes);
    }

    /** @param unused the number of unused bits in the last byte */
    static byte[] bits(int unused, byte... bytes) {
        return tagged(0x03, new byte[] {(byte) unused}, bytes);
    }

    static byte[] text(String text) {
        return tagged(0x0c, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Years have two digits while these are unambiguous. */
    static byte[] time(Instant instant) {
        String text = TIME.format(instant);
        boolean full = instant.atZone(ZoneOffset.UTC).getYear() >= FIRST_YEAR_IN_FULL;
        return tagged(full ? 0x18 : 0x17, (full ? text : text.substring(2)).getBytes(StandardCharsets.US_ASCII));
    }

    /** An object identifier, such as {@code 2.5.29.19}: the first two numbers in one, then seven bits a byte. */
    static byte[] identifier(String dotted) {
        String[] numbers = dotted.split("\\.", -1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
        for (int i = 2; i < numbers.length; i++) {
            int number = Integer.parseInt(numbers[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (number >> shift != 0) {
                    bytes.write(0x80 | (number >> shift & 0x7f));
                }
            }
            bytes.write(number & 0x7f);
        }
        return tagged(0x06, bytes.toByteArray());
    }
}
