"""Reads machine files as Keygen's documentation and its Go client describe them; shares no code with what writes them.

Reads a JSON list of {file, hex, secret} and prints a JSON list of what each says, or why it is refused.
"""
import base64
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

HEAD, FOOT = "-----BEGIN MACHINE FILE-----", "-----END MACHINE FILE-----"


def read(file, public_key, secret, prefix):
    text = file.strip()
    if not (text.startswith(HEAD) and text.endswith(FOOT)):
        return "no machine file"
    try:
        certificate = json.loads(base64.b64decode(text[len(HEAD) : -len(FOOT)]))
        enc, sig, alg = certificate["enc"], certificate["sig"], certificate["alg"]
        signature = base64.b64decode(sig, validate=True)
    except (ValueError, KeyError, TypeError):
        return "unreadable"
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(signature, f"{prefix}/{enc}".encode())
    except InvalidSignature:
        return "bad signature"
    if alg == "base64+ed25519":
        return json.loads(base64.b64decode(enc))
    if alg != "aes-256-gcm+ed25519":
        return "unknown algorithm"
    ciphertext, nonce, tag = (base64.b64decode(part) for part in enc.split("."))
    key = hashlib.sha256((secret or "").encode()).digest()
    try:
        return json.loads(AESGCM(key).decrypt(nonce, ciphertext + tag, None))
    except InvalidTag:
        return "wrong key"


asked = json.load(sys.stdin)
print(json.dumps([read(each["file"], each["hex"], each.get("secret"), each.get("prefix", "machine")) for each in asked]))
