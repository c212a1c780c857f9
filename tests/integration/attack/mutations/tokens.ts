import type { GuardMutation } from "../mutation.ts";

/** Links, keys and passwords. */
export const tokenGuards: GuardMutation[] = [
  {
    name: "a password link never expires",
    file: "app/domain/accounts/credentials/password-reset.server.ts",
    from: '    .where("reset.requested_at", ">", earlierBy(now, { minutes: minutesValid }))\n',
    to: "",
    test: "tests/integration/accounts/password-reset.test.ts",
  },
  {
    name: "a password link works twice",
    file: "app/domain/accounts/credentials/password-reset.server.ts",
    from: '    .where("reset.used_at", "is", null)\n',
    to: "",
    test: "tests/integration/accounts/password-reset.test.ts",
  },
  {
    name: "a newer password link leaves the older",
    file: "app/domain/accounts/credentials/password-reset.server.ts",
    from: '            .whereRef("newer.id", ">", "reset.id")',
    to: '            .whereRef("newer.id", ">", "newer.id")',
    test: "tests/integration/accounts/password-reset.test.ts",
  },
  {
    name: "a verification link never expires",
    file: "app/domain/accounts/email/verification.server.ts",
    from: '    .where("verification.requested_at", ">", earlierBy(now, { hours: hoursValid }))\n',
    to: "",
    test: "tests/integration/accounts/email-verification.test.ts",
  },
  {
    name: "a link's signature is not checked",
    file: "app/domain/core/link-token.server.ts",
    from: "timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ?",
    to: "timingSafeEqual(Buffer.from(mac), Buffer.from(mac)) && expected ?",
    test: "tests/integration/accounts/password-reset.test.ts",
  },
  {
    name: "a link for one purpose serves another",
    file: "app/domain/core/link-token.server.ts",
    from: "`${purpose}\\n${rowId}",
    to: '`${purpose && ""}\\n${rowId}',
    test: "tests/integration/accounts/password-reset.test.ts",
  },
  {
    name: "a sealed value opens for another user",
    file: "app/domain/core/encryption.server.ts",
    from: ".setAAD(Buffer.from(boundTo))\n    .setAuthTag",
    to: '.setAAD(Buffer.from(""))\n    .setAuthTag',
    test: "tests/unit/domain/encryption.test.ts",
  },
  {
    name: "Google's unconfirmed addresses count",
    file: "app/domain/accounts/google/identity.server.ts",
    from: "  if (!user.email_verified) throw",
    to: "  if (!user.email) throw",
    test: "tests/integration/security/sign-in/google.test.ts",
  },
  {
    name: "passwords are hashed at a low cost",
    file: "app/services/argon2.server.ts",
    from: "memoryCost: 65_536, timeCost: 3",
    to: "memoryCost: 8_192, timeCost: 3",
    test: "tests/integration/security/sign-in/password-cost.test.ts",
  },
  {
    name: "a copied link shows the task after a new password",
    file: "app/domain/delegation/views/request-page.server.ts",
    from: "  if (link.isCopy && request.copy_version !== link.version && isActionable(status))",
    to: "  if (link.isCopy && request.copy_version < 0 && isActionable(status))",
    test: "tests/integration/security/households/links-end.test.ts",
    title: "request links",
  },
  {
    name: "an older request's link works",
    file: "app/domain/delegation/views/request-page.server.ts",
    from: "  if (!link.isCopy && request.version !== link.version) return undefined;\n",
    to: "",
    test: "tests/integration/delegation/link.test.ts",
  },
];
