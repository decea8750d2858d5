-- Removes those answers that have an index in their head, and all from the index; returns how many were removed.
-- KEYS: index, answers. ARGV: name of the index, names of the answers in the index
local removed = 0
for i = 2, #KEYS do
  if redis.call('TYPE', KEYS[i]).ok == 'string' then
    local length = tonumber(redis.call('GETRANGE', KEYS[i], 4, 9), 16) or 0
    local head = redis.call('GETRANGE', KEYS[i], 10, 9 + length)
    if string.find(head, ARGV[1], 1, true) then removed = removed + redis.call('DEL', KEYS[i]) end
  end
  redis.call('ZREM', KEYS[1], ARGV[i])
end
return removed
