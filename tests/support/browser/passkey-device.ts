import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface Answering {
  origin: string;
  /** The id of another site; by default that of the options. */
  rpId?: string;
  /** True if the device asked for a PIN or a fingerprint. */
  isUserVerified?: boolean;
  /** How often the device claims to have signed. */
  counter?: number;
}

const flags = { userPresent: 0x01, userVerified: 0x04, hasKey: 0x40 };

/** A device with one passkey, for which it answers as a browser would (WebAuthn 3, 6 and 7). */
export class PasskeyDevice {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(16);
  #userHandle = "";

  create(
    options: CreationOptions,
    { origin, rpId = options.rp.id ?? "", counter = 0 }: Answering,
  ): string {
    this.#userHandle = options.user.id;
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const head = authenticatorData(
      rpId,
      flags.userPresent | flags.userVerified | flags.hasKey,
      counter,
    );
    const authData = Buffer.concat([head, Buffer.alloc(16), length, this.#id, isoCBOR.encode(key)]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return this.#answer({
      clientDataJSON: clientData("webauthn.create", options.challenge, origin).toString(
        "base64url",
      ),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
      transports: ["internal"],
    });
  }

  get(
    options: { challenge: string; rpId?: string },
    { origin, rpId = options.rpId ?? "", isUserVerified = true, counter = 0 }: Answering,
  ): string {
    const authData = authenticatorData(
      rpId,
      flags.userPresent | (isUserVerified ? flags.userVerified : 0),
      counter,
    );
    const client = clientData("webauthn.get", options.challenge, origin);
    const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
      userHandle: this.#userHandle,
    });
  }

  #answer(response: object): string {
    const id = this.#id.toString("base64url");
    return JSON.stringify({
      id,
      rawId: id,
      type: "public-key",
      response,
      clientExtensionResults: {},
    });
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(rpId: string, flagBits: number, counter: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flagBits);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), tail]);
}
