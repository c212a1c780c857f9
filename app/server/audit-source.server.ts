import { describeDevice } from "#app/domain/accounts/sessions/device.ts";
import type { AuditSource } from "#app/domain/accounts/audit/record-audit.server.ts";

/** Anything but an address from a proxy counts as unknown. */
const isNetwork = /^[\d.:a-f/]{2,50}$/i;

export function auditSource({
  ipAddress,
  userAgent,
}: {
  ipAddress: string;
  userAgent: string;
}): AuditSource {
  return {
    network: isNetwork.test(ipAddress) ? ipAddress : null,
    device: describeDevice(userAgent),
  };
}
