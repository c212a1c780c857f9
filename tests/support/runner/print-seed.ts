import { testSeed } from "./seed.ts";

export default function setup(): void {
  console.log(`Random tests: MILA_TEST_SEED=${testSeed()}`);
}
