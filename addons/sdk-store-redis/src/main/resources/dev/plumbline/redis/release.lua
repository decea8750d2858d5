-- Ends a lease of its holder. KEYS: lease. ARGV: token, milliseconds of the note that there is no answer (0: none)
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], '-' .. ARGV[1], 'PX', ARGV[2])
end
return 1
