import {
  passkeySite,
  type PasskeySite,
} from "#app/domain/accounts/factors/passkeys/site.server.ts";
import { linkBase } from "../instance.server.ts";

/** Returns null where browsers do not allow passkeys. */
export function readPasskeySite(request: Request): PasskeySite | null {
  return passkeySite(linkBase(request).origin);
}
