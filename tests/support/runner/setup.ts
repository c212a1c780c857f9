import { afterAll, afterEach, vi } from "vitest";

// Nobody reads a green run's output, so console.error fails its test.
const original = console.error;
const written: unknown[][] = [];
console.error = (...words: unknown[]) => {
  written.push(words);
  original(...words);
};

function refuseWritten(): void {
  const lines = written.splice(0).map(String);
  if (lines.length > 0) throw new Error(`Written to console.error: ${lines.join("\n")}`);
}

afterEach(refuseWritten);
// Files share a worker, and a stopped clock would stop the next file's.
afterEach(() => void vi.useRealTimers());

afterAll(() => {
  console.error = original;
  refuseWritten();
});
