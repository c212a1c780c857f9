import type { GuardMutation } from "../mutation.ts";

/** Where requests come from, and where answers and messages go. */
export const requestGuards: GuardMutation[] = [
  {
    name: "forms from other sites are accepted",
    changes: [
      { file: "app/server/origin-check.ts", from: "return headers.origin === own;", to: "return Boolean(own);" },
    ],
    test: "tests/integration/security/requests/origin.test.ts",
  },
  {
    name: "forms without Origin may come from anywhere",
    changes: [
      {
        file: "app/server/origin-check.ts",
        from: 'return site === undefined || site === "same-origin" || site === "none";',
        to: "return site === undefined || Boolean(site);",
      },
    ],
    test: "tests/integration/security/requests/origin.test.ts",
  },
  {
    name: "redirects leave this site",
    changes: [
      {
        file: "app/web/redirect-to.server.ts",
        from: 'url.origin !== anyOrigin || url.pathname.startsWith("//") || ',
        to: "",
      },
    ],
    test: "tests/integration/security/requests/redirect-to.test.ts",
  },
  {
    name: "redirects may have backslashes",
    changes: [
      {
        file: "app/web/redirect-to.server.ts",
        from: "  if (/[\\p{Cc}\\\\]/u.test(value) || /[\\p{Cc}\\\\]/u.test(decodePath(path))) return fallback;\n",
        to: "",
      },
    ],
    test: "tests/integration/security/requests/redirect-to.test.ts",
  },
  {
    name: "any host is served",
    changes: [
      {
        file: "app/server/host-check.ts",
        from: "if (isHomeHost(req.headers.host)) return next();",
        to: "if (isHomeHost(req.headers.host) || req.headers.host) return next();",
      },
    ],
    test: "tests/integration/security/requests/host.test.ts",
  },
  {
    name: "Twilio's signature is not checked",
    changes: [
      {
        file: "app/routes/webhooks/twilio.server.ts",
        from: "  if (!isAuthentic) throw",
        to: "  if (!isAuthentic && !signature) throw",
      },
    ],
    test: "tests/integration/webhooks/twilio.test.ts",
  },
  {
    name: "Postmark's password is not checked",
    changes: [
      {
        file: "app/routes/webhooks/postmark.server.ts",
        from: "  if (!timingSafeEqual(digest(given), digest(expected)))",
        to: "  if (!timingSafeEqual(digest(given), digest(given)) && expected)",
      },
    ],
    test: "tests/integration/webhooks/postmark.test.ts",
  },
  {
    name: "pages may be framed",
    changes: [{ file: "app/server/headers.ts", from: '        "frame-ancestors": ["\'none\'"],\n', to: "" }],
    test: "tests/integration/security/requests/headers.test.ts",
  },
  {
    name: "odd methods are served",
    changes: [
      {
        file: "app/server/well-formed.ts",
        from: "if (!allowedMethods.includes(req.method))",
        to: 'if (!allowedMethods.includes(req.method) && req.method === "")',
      },
    ],
    test: "tests/integration/security/requests/headers.test.ts",
  },
  {
    name: "mails contain markup",
    changes: [{ file: "app/domain/outbox/rendering/email-layout.ts", from: "entities[sign] ?? sign", to: "sign" }],
    test: "tests/unit/deliveries/email-layout.test.ts",
  },
  {
    name: "a subject may have lines",
    changes: [
      {
        file: "app/services/email-address.ts",
        from: 'text.replace(/[\\p{Cc}\\u2028\\u2029]+/gu, " ").trim()',
        to: "text.trim()",
      },
    ],
    test: "tests/integration/services/one-recipient.test.ts",
  },
  {
    name: "an address may be several",
    changes: [
      {
        file: "app/services/email-address.ts",
        from: "  return text.length <= 254 && ",
        to: "  return text.length <= 254 || ",
      },
    ],
    test: "tests/integration/services/one-recipient.test.ts",
  },
];
