-- Subjects of limits are kept as hashes: whatever text a stranger sends has a key that fits an index. Counts go on.
update rate_limits
  set key = split_part(key, ':', 1) || ':' || encode(sha256(convert_to(substr(key, strpos(key, ':') + 1), 'UTF8')), 'hex');
