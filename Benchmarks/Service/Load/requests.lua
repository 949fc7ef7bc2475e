-- What wrk requests: `wrk -s requests.lua ADDRESS -- KIND MARK [FILE]`, KIND being read, mixed, write or search. MARK begins the titles
-- of new notes. FILE.0, FILE.1 and so on get those that the server has acknowledged.
local threads = 0

function setup(thread)
   thread:set("number", threads)
   threads = threads + 1
end

local words = {
   "river", "stone", "garden", "letter", "winter", "copper", "harbour", "lantern", "meadow", "orchard", "pepper",
   "quarry", "ribbon", "saddle", "timber", "umbrella", "valley", "window", "yellow", "zephyr",
}
local json = { ["Content-Type"] = "application/json" }
local kind, count, mark, acknowledged

function init(args)
   kind, mark, count = args[1], args[2], 0
   if args[3] then
      acknowledged = io.open(args[3] .. "." .. number, "w")
      acknowledged:setvbuf("line")
      response = keep
   end
   math.randomseed(42 + number)
end

-- Keeps the titles of the notes that the server says it has.
function keep(status, headers, body)
   if status == 201 then acknowledged:write(body:match('"title":"([^"]*)"'), "\n") end
end

local function read()
   return wrk.format("GET", "/notes/" .. math.random(1, 10000))
end

-- Titles are unique, also in a second run beside the same server.
local function write()
   count = count + 1
   local text = {}
   for i = 1, 16 do text[i] = words[math.random(#words)] .. math.random(0, 99) end
   local body = '{"title":"' .. mark .. " " .. number .. " " .. count .. '","text":"' .. table.concat(text, " ") .. '"}'
   return wrk.format("POST", "/notes", json, body)
end

local function search()
   return wrk.format("GET", "/search?q=" .. words[math.random(#words)] .. math.random(10, 99))
end

function request()
   if kind == "read" then return read() end
   if kind == "write" then return write() end
   if kind == "search" then return search() end
   return math.random(10) == 1 and write() or read()
end

function done(summary, latency)
   local errors = summary.errors
   io.write(string.format("result %.1f %.0f %.0f %d\n",
      summary.requests / (summary.duration / 1e6), latency:percentile(50), latency:percentile(99),
      errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
