import { readSecrets } from "#app/config/secrets.server.ts";
import { decrypt, encrypt } from "#app/domain/core/encryption.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { hostOnlyName, privateCookie } from "./cookie.server.ts";

const { encryption: encryptionKey } = readSecrets();
const validMinutes = 10;
const maxAge = validMinutes * 60;

/** The cookie is encrypted, valid for 10 minutes, and readable only for its purpose. */
export function sealedCookie<Content extends object>(
  name: string,
  purpose: string,
  schema: z.ZodType<Content>,
) {
  const cookie = privateCookie(hostOnlyName(name), { maxAge });
  return {
    serialize(content: Content): Promise<string> {
      const text = JSON.stringify({ ...content, until: Date.now() + maxAge * 1_000 });
      return cookie.serialize(encrypt(encryptionKey, text, purpose));
    },
    /** Returns null without a cookie, or if it has expired. */
    async read(request: Request): Promise<Content | null> {
      const encrypted: unknown = await cookie.parse(request.headers.get("Cookie"));
      const text =
        typeof encrypted === "string" ? decrypt(encryptionKey, encrypted, purpose) : null;
      const { data } = sealedContent.safeParse(text === null ? null : JSON.parse(text));
      return data && data.until > Date.now() ? schema.parse(data) : null;
    },
    clear: (): Promise<string> => cookie.serialize("", { maxAge: 0 }),
  };
}

const sealedContent = z.looseObject({ until: z.number() });
