import { testSeed } from "./seed.ts";

/** Test processes inherit the seed. */
export default function setup(): void {
  console.log(`Random tests: MILA_TEST_SEED=${testSeed()}`);
}
