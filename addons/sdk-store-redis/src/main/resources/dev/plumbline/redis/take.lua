-- Returns units to a budget and takes units from it. Kept are the units that are out, and the server's time of that.
-- KEYS: budget. ARGV: size, refill in microseconds (0: none), units, returned, longest wait in microseconds,
-- milliseconds for which a budget that does not refill is kept
local size, refill = tonumber(ARGV[1]), tonumber(ARGV[2])
local units, returned, longest = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local kept = redis.call('HMGET', KEYS[1], 'out', 'at')
local out = tonumber(kept[1]) or 0
if refill > 0 then
  local passed = now - (tonumber(kept[2]) or now)
  if passed > 0 then out = math.max(0, out - passed * size / refill) end
end
out = math.max(0, out - returned)
local over = out + units - size
local delay = 0
if over > 0.000001 then
  if refill > 0 then delay = math.ceil(over * refill / size) else delay = -1 end
end
local granted = delay == 0 or (delay > 0 and delay <= longest)
if granted then out = out + units end
if out <= 0 then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'out', string.format('%.17g', out), 'at', string.format('%.0f', now))
  local idle = tonumber(ARGV[6])
  if refill > 0 then idle = math.ceil(out * refill / size / 1000) + 1000 end
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', idle))
end
local left = math.max(0, math.floor(size - out + 0.000001))
return { granted and 1 or 0, delay, left }
