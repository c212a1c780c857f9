/** The requester of hashes in tests that do not queue. */
export const someRequester = { account: "anyone", network: "203.0.113.1", isKnown: false };
