-- Sends the requests of a file in order, one per line: method, path, token and body, separated by tabs.
-- At the end it prints the measurements as one line of JSON.

local requests = {}
local turn = 0

local function format_request(line)
  local method, path, token, body = line:match("^(.-)\t(.-)\t(.-)\t(.*)$")
  local headers = { ["Accept-Encoding"] = "br" }
  if token ~= "" then
    headers["Authorization"] = "Bearer " .. token
  end
  if body == "" then
    return wrk.format(method, path, headers)
  end
  headers["Content-Type"] = "application/json"
  return wrk.format(method, path, headers, body)
end

function init(arguments)
  for line in io.lines(arguments[1]) do
    requests[#requests + 1] = format_request(line)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"microseconds":%d,"failures":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
