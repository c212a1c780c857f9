import { afterEach, beforeEach, vi } from "vitest";

// What nobody looks at in a green run would hide there: whatever is written to console.error fails its test.
beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const written = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  if (written.length > 0) throw new Error(`Written to console.error: ${written.map(String).join("\n")}`);
});
