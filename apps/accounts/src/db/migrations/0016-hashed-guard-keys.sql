-- Account names of tries to sign in are kept as hashes, as subjects of limits are: a stranger may send a name of any length.
update sign_in_guards set key = 'account:' || encode(sha256(convert_to(key, 'UTF8')), 'hex');
