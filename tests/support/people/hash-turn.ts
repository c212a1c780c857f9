/** For hashes that hold up nobody. */
export const someTurn = { account: "anyone", network: "203.0.113.1", isKnown: false };
