import { z } from "#app/domain/core/zod.ts";

export const maxPasskeyNameLength = 60;

const maxResponseLength = 20_000;
const base64url = z.string().regex(/^[\w-]+$/);

/** The browser's answer, as JSON. */
const responseOf = <Fields extends z.ZodRawShape>(response: z.ZodObject<Fields>) =>
  z
    .string()
    .max(maxResponseLength)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue("This is not JSON");
        return z.NEVER;
      }
    })
    .pipe(
      z.object({
        id: base64url,
        rawId: base64url,
        type: z.literal("public-key"),
        response,
        clientExtensionResults: z.object({}),
      }),
    );

const registration = responseOf(
  z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
);

const assertion = responseOf(
  z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
);

export type Registration = z.output<typeof registration>;
export type Assertion = z.output<typeof assertion>;

export const newPasskey = z.object({
  name: z
    .string({ error: "Please enter a name" })
    .trim()
    .max(maxPasskeyNameLength, `Use at most ${maxPasskeyNameLength} characters`),
});

export const newPasskeyWithResponse = newPasskey.extend({ response: registration });

export const passkeySignIn = z.object({
  response: assertion,
  timeZone: z.string().max(64).optional().catch(undefined),
  redirectTo: z.string().max(4096).optional().catch(undefined),
});

export const passkeyStep = z.object({ response: assertion });
