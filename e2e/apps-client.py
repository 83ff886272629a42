"""An app in another language, with Authlib: signs in by code and by device, verifies the id token, refreshes.

Prints the address that a browser has to open and reads where that led to; the same with the code of the device.
"""
import json
import os
import sys

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
issuer, app, redirect = sys.argv[1:4]
metadata = requests.get(f"{issuer}/.well-known/openid-configuration").json()
scope = "openid email offline_access licenses"
client = OAuth2Session(
    app,
    scope=scope,
    redirect_uri=redirect,
    code_challenge_method="S256",
    token_endpoint_auth_method="none",
    token_endpoint=metadata["token_endpoint"],
)
verifier = "v" * 64
url, state = client.create_authorization_url(
    metadata["authorization_endpoint"], code_verifier=verifier, nonce="n"
)
print(url, flush=True)
token = client.fetch_token(authorization_response=sys.stdin.readline().strip(), state=state, code_verifier=verifier)
keys = JsonWebKey.import_key_set(requests.get(metadata["jwks_uri"]).json())
options = {"iss": {"essential": True, "value": issuer}, "aud": {"value": app}, "nonce": {"value": "n"}}
claims = JsonWebToken(["RS256"]).decode(token["id_token"], keys, claims_options=options)
claims.validate()
token = client.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])
userinfo = client.get(metadata["userinfo_endpoint"]).json()

device = requests.post(
    metadata["device_authorization_endpoint"], data={"client_id": app, "scope": scope}
).json()
print(device["user_code"], flush=True)
sys.stdin.readline()
grant = "urn:ietf:params:oauth:grant-type:device_code"
by_device = requests.post(
    metadata["token_endpoint"], data={"grant_type": grant, "client_id": app, "device_code": device["device_code"]}
).json()
revoked = requests.post(
    metadata["revocation_endpoint"], data={"client_id": app, "token": token["refresh_token"]}
).status_code
dead = client.get(metadata["userinfo_endpoint"]).status_code
print(
    json.dumps(
        {
            "sub": claims["sub"],
            "email": claims["email"],
            "userinfo": userinfo,
            "device": sorted(by_device),
            "revoked": revoked,
            "dead": dead,
        }
    ),
    flush=True,
)
