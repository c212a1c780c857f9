import { createCookie } from "@remix-run/node";
import { env } from "#app/config/env.server.ts";

const isSecure = env.APP_URL?.startsWith("https:") ?? false;

export function privateCookie(name: string, options: { maxAge: number; secrets?: string[] }) {
  return createCookie(name, {
    ...options,
    httpOnly: true,
    path: "/",
    sameSite: "lax",
    secure: isSecure,
  });
}

/** Prevents other hosts from setting the cookie (RFC 6265bis, "__Host-"). */
export function hostOnlyName(name: string): string {
  return isSecure ? `__Host-${name}` : name;
}
