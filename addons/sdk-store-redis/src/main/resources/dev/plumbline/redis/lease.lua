-- Takes a lease that nobody has. A value with a minus is of a holder that ended without an answer for others.
-- KEYS: lease. ARGV: token, token of the holder that was waited for (or empty), milliseconds
local holder = redis.call('GET', KEYS[1])
if holder and string.sub(holder, 1, 1) == '-' then
  if holder == '-' .. ARGV[2] then return '-' end
  holder = false
end
if holder then return holder end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return ARGV[1]
