import type { GuardMutation } from "../mutation.ts";

/** How often, and how much. */
export const limitGuards: GuardMutation[] = [
  {
    name: "a network guesses passwords without end",
    file: "app/domain/accounts/credentials/sign-in-limit.server.ts",
    from: ">= maxFailures) return { refused: true };",
    to: ">= maxFailures * 100) return { refused: true };",
    test: "tests/integration/security/sign-in/sign-in-limit.test.ts",
  },
  {
    name: "an account never responds slowly",
    file: "app/domain/accounts/credentials/sign-in-limit.server.ts",
    from: "delayMs: excess < 0 ?",
    to: "delayMs: excess < 1_000 ?",
    test: "tests/integration/security/sign-in/sign-in-limit.test.ts",
  },
  {
    name: "a client's own header says where it is",
    file: "app/server.ts",
    from: 'app.set("trust proxy", env.TRUST_PROXY);',
    to: 'app.set("trust proxy", true);',
    test: "tests/integration/security/sign-in/sign-in-limit.test.ts",
  },
  {
    name: "links are guessed without end",
    file: "app/web/guess-limit.server.ts",
    from: "guesses.count(counted) >= maxGuesses",
    to: "guesses.count(counted) >= maxGuesses * 100",
    test: "tests/integration/security/households/household.test.ts",
  },
  {
    name: "wrong links lock a good one out",
    file: "app/routes/calendar-feed/open-feed.server.ts",
    from: "  if (!link && isGuessTooMany(ipAddress))",
    to: "  if (isGuessTooMany(ipAddress))",
    test: "tests/integration/calendar/feed-link.test.ts",
    title: "locks a good link out",
  },
  {
    name: "strangers get mails without end",
    file: "app/domain/outbox/sending/external-email-limit.server.ts",
    from: "  if (written >= maxPerHour) return false;\n",
    to: "  if (written < 0) return false;\n",
    test: "tests/integration/security/sending/stranger-limit.test.ts",
  },
  {
    name: "a body may be announced as any size",
    file: "app/server/body-limit.ts",
    from: 'if (Number(req.headers["content-length"] ?? 0) > maxBytes)',
    to: 'if (Number(req.headers["content-length"] ?? 0) > maxBytes * 100)',
    test: "tests/integration/security/requests/bodies.test.ts",
  },
  {
    name: "a chunked body may have any size",
    file: "app/server/body-limit.ts",
    from: "if (received <= maxBytes) return",
    to: "if (received <= maxBytes * 100) return",
    test: "tests/integration/security/requests/bodies.test.ts",
  },
  {
    name: "a form may have any fields",
    file: "app/web/form.server.ts",
    from: "  if (names.length > maxFields || !names.every((name) => fieldName.test(name))) badRequest();\n",
    to: "  if (names.length > maxFields && !names.every((name) => fieldName.test(name))) badRequest();\n",
    test: "tests/integration/security/requests/bodies.test.ts",
    title: "more than 200 fields",
  },
  {
    name: "an account adds without end",
    file: "app/domain/tasks/adding/adding-limit.server.ts",
    from: "const [maxPerMinute, maxPerDay] = [60, 1_000];",
    to: "const [maxPerMinute, maxPerDay] = [60_000, 1_000_000];",
    test: "tests/integration/tasks/adding-limit.test.ts",
  },
  {
    name: "a session listens without end",
    file: "app/routes/dashboard/events.ts",
    from: "  if (hasTooManyListeners(viewer.sessionId)) return new Response(null, { status: 429 });\n",
    to: "",
    test: "tests/integration/server/live-changes.test.ts",
  },
];
