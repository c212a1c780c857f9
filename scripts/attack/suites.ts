const security = "tests/integration/security";
const [households, requests, signIn] = [
  `${security}/households`,
  `${security}/requests`,
  `${security}/sign-in`,
];

/** Tests that attack already, each as a row of the table. `npm test` runs them separately. */
export const suites: Record<string, string[]> = {
  "every route with another household's records": [`${households}/access-matrix.test.ts`],
  "members and removed members": [
    `${households}/household.test.ts`,
    `${households}/left-household.test.ts`,
  ],
  "forms from other sites": [`${requests}/origin.test.ts`, `${requests}/calls.test.ts`],
  "fields that no form has": [`${households}/extra-fields.test.ts`],
  "hostile field names": [`${requests}/hostile-field-names.test.ts`],
  "hostile bodies": [`${requests}/bodies.test.ts`],
  "opening addresses": [`${households}/get-changes-nothing.test.ts`],
  "redirects to elsewhere": [`${requests}/redirect-to.test.ts`],
  "other hosts": [`${requests}/host.test.ts`],
  "headers and cookies": [
    `${requests}/headers.test.ts`,
    `${signIn}/cookies.test.ts`,
    `${signIn}/sessions.test.ts`,
  ],
  "sign-in and passwords": [`${signIn}/sign-in-limit.test.ts`, `${signIn}/passwords.test.ts`],
  "the second step": [`${signIn}/second-step.test.ts`, `${signIn}/required-second-step.test.ts`],
  passkeys: [`${signIn}/passkeys.test.ts`, "tests/integration/accounts/passkeys.test.ts"],
  "Google sign-in": [`${signIn}/google.test.ts`, `${signIn}/google-takeover.test.ts`],
  "one's own identity provider": [`${signIn}/oidc.test.ts`, `${signIn}/oidc-account.test.ts`],
  "forged webhooks": [
    "tests/integration/webhooks/twilio.test.ts",
    "tests/integration/webhooks/postmark.test.ts",
  ],
  "random calls of the API": ["tests/integration/api/random.test.ts"],
  "the API's tokens and records": [`${requests}/api.test.ts`, `${households}/api-matrix.test.ts`],
  "assistants' tokens, bodies and records": [
    `${requests}/mcp.test.ts`,
    `${households}/mcp-matrix.test.ts`,
  ],
  "odd files to import, and others' imports": [
    "tests/integration/imports/odd-files.test.ts",
    "tests/integration/imports/whose.test.ts",
  ],
  "webhooks into the network, and too many of them": [
    "tests/integration/webhooks/outgoing.test.ts",
    "tests/integration/webhooks/limits.test.ts",
    "tests/integration/webhooks/ending.test.ts",
  ],
  "tasks apps' tokens, objects and records": [
    `${requests}/dav.test.ts`,
    `${households}/dav-matrix.test.ts`,
    "tests/integration/dav/transport.test.ts",
  ],
  "hostile families by every door": ["tests/integration/understanding/hostile-doors.test.ts"],
  "orders to the model": ["tests/integration/understanding/hostile.test.ts"],
};
