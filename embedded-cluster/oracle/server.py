"""A kube-apiserver to ask, for the scripts beside this file: URL and token are their first two arguments."""
import json, ssl, sys, urllib.error, urllib.parse, urllib.request

URL, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
TLS = ssl._create_unverified_context()


def ask(method, path, body=None, content_type="application/json", **parameters):
    """The status code, the answer's JSON and its warnings."""
    query = urllib.parse.urlencode(parameters)
    data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
    request = urllib.request.Request(
        URL + path + ("?" + query if query else ""),
        data,
        {"Authorization": "Bearer " + TOKEN, "Content-Type": content_type, "Accept": "application/json"},
        method=method,
    )
    try:
        with urllib.request.urlopen(request, context=TLS) as answer:
            return answer.status, json.load(answer), answer.headers.get_all("Warning") or []
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused), refused.headers.get_all("Warning") or []
