import type { Row } from "../row.ts";

/** Last, when everything has been logged. */
export const secretsInLog: Row = {
  name: "secrets in the log",
  run: async ({ judge, ...target }) => {
    const tried = judge.secrets.size + judge.sessions.size;
    const log = await target.log();
    return {
      tried,
      through: judge.readLog(log),
      note: `${log.length.toLocaleString("en")} characters`,
    };
  },
};
