import type { Row } from "../row.ts";

/** Last, when everything has been logged. */
export const secretsInLog: Row = {
  name: "secrets in the log",
  run: ({ judge, log }) => {
    const tried = judge.secrets.size + judge.sessions.size;
    return Promise.resolve({
      tried,
      through: judge.readLog(log()),
      note: `${log().length.toLocaleString("en")} characters`,
    });
  },
};
