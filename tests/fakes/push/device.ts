import { createDecipheriv, createECDH, createHash, type ECDH, hkdfSync } from "node:crypto";

/** A browser's side of a subscription: the same name has the same keys in every process. */
export interface FakeDevice {
  path: string;
  p256dh: string;
  auth: string;
}

export function fakeDevice(name: string): FakeDevice {
  const pair = keysOf(name);
  return {
    path: `/push/${name}`,
    p256dh: pair.getPublicKey("base64url"),
    auth: authOf(name).toString("base64url"),
  };
}

/**
 * Follows RFC 8291 and 8188, independently of the library that encrypts.
 * @throws when it is not for this device
 */
export function decryptPush(name: string, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const pair = keysOf(name);
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), senderKey]);
  const secret = derive(pair.computeSecret(senderKey), authOf(name), about, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

function keysOf(name: string): ECDH {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(createHash("sha256").update(name).digest());
  return pair;
}

function authOf(name: string): Buffer {
  return createHash("sha256").update(`${name}'s secret`).digest().subarray(0, 16);
}

function derive(secret: Buffer, salt: Buffer, about: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, about, length));
}
