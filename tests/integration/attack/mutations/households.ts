import type { GuardMutation } from "../mutation.ts";

/** Whose data it is, and who may do what in a household. */
export const householdGuards: GuardMutation[] = [
  {
    name: "a task is read without its household",
    changes: [
      {
        file: "app/domain/tasks/find-tasks.server.ts",
        from: '    .where("household_id", "=", member.householdId)\n',
        to: "",
      },
    ],
    test: "tests/integration/security/households/access-matrix.test.ts",
  },
  {
    name: "a task is changed without its household",
    changes: [
      {
        file: "app/domain/tasks/changing/task.server.ts",
        from: '      .where("household_id", "=", member.householdId)\n',
        to: "",
      },
    ],
    test: "tests/integration/security/households/access-matrix.test.ts",
  },
  {
    name: "a family member is found in any household",
    changes: [
      {
        file: "app/domain/household/family/family-members.server.ts",
        from: '    .where("household_id", "=", viewer.householdId)\n',
        to: "",
      },
    ],
    test: "tests/integration/security/households/access-matrix.test.ts",
  },
  {
    name: "a member of any household can be removed",
    changes: [
      {
        file: "app/domain/household/members/change-member.server.ts",
        from: '      .where("household_id", "=", actor.householdId)\n',
        to: "",
      },
    ],
    test: "tests/integration/security/households/access-matrix.test.ts",
  },
  {
    name: "an invitation of any household can be revoked",
    changes: [
      {
        file: "app/domain/household/invitations/invitations.server.ts",
        from: '      .where("id", "=", id)\n      .where("household_id", "=", actor.householdId)\n',
        to: '      .where("id", "=", id)\n',
      },
    ],
    test: "tests/integration/security/households/access-matrix.test.ts",
  },
  {
    name: "anybody's session can be ended",
    changes: [
      {
        file: "app/domain/accounts/sessions/session-list.server.ts",
        from: '      .where("id", "=", id)\n      .where("user_id", "=", viewer.userId)\n',
        to: '      .where("id", "=", id)\n',
      },
    ],
    test: "tests/integration/security/households/access-matrix.test.ts",
  },
  {
    name: "members invite",
    changes: [
      {
        file: "app/domain/household/members/rules.ts",
        from: 'return actor.householdRole === "owner";',
        to: "return Boolean(actor.householdRole);",
      },
    ],
    test: "tests/integration/household/accepting.test.ts",
  },
  {
    name: "members remove owners' people and take over",
    changes: [
      { file: "app/domain/household/members/rules.ts", from: ' && actor.householdRole === "owner" &&', to: " &&" },
    ],
    test: "tests/integration/household/accepting.test.ts",
  },
  {
    name: "an invitation is for any address",
    changes: [
      {
        file: "app/domain/lifecycle/accept-invitation.server.ts",
        from: '    if (email !== link.email) return "another_address";\n',
        to: '    if (!email) return "another_address";\n',
      },
    ],
    test: "tests/integration/household/accepting.test.ts",
  },
  {
    name: "an invitation never expires",
    changes: [
      {
        file: "app/domain/household/invitations/open-invitations.server.ts",
        from: '    .where("invitation.expires_at", ">", now)',
        to: '    .where("invitation.expires_at", "!=", now)',
      },
    ],
    test: "tests/integration/household/accepting.test.ts",
  },
  {
    name: "a resent invitation leaves its old link",
    changes: [
      {
        file: "app/domain/household/invitations/invitation-link.server.ts",
        from: '    .where("invitation.version", "=", read.version)\n',
        to: "",
      },
    ],
    test: "tests/integration/household/accepting.test.ts",
  },
];
