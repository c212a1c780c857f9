import { expect, test } from "vitest";
import { clientNetwork } from "#app/server/express/request-context.ts";

test.for([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::FFFF:127.0.0.1", "127.0.0.1"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:1:2::6", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["nonsense", "nonsense"],
] as const)("%s counts as %s", ([address, network]) => {
  expect(clientNetwork(address)).toBe(network);
});
