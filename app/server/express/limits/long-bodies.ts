import type { Request, Response } from "express";
import { getContext } from "../request-context.ts";
import { isKnown } from "./known-sessions.ts";

/** Longer than any form that a stranger sends. */
export const longBytes = 16 * 1024;

const [maxOfNetwork, maxOfAll] = [8, 64];
const underWay = new Map<string, number>();
let count = 0;

/**
 * Limits the long bodies that strangers are sending, because thousands that never end would fill
 * the memory.
 * @returns false if there is no slot; otherwise the slot is taken until the response is sent
 */
export function takeLongBody(req: Request, res: Response): boolean {
  if (isKnown(req)) return true;
  const { ipAddress } = getContext(res);
  const own = underWay.get(ipAddress) ?? 0;
  if (own >= maxOfNetwork || count >= maxOfAll) return false;
  underWay.set(ipAddress, own + 1);
  count += 1;
  res.once("close", () => leave(ipAddress));
  return true;
}

function leave(ipAddress: string): void {
  const left = (underWay.get(ipAddress) ?? 1) - 1;
  if (left > 0) underWay.set(ipAddress, left);
  else underWay.delete(ipAddress);
  count -= 1;
}
