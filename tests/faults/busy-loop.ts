// Loaded with --import: blocks its process for 400 ms each second.
const everyMs = 1_000;
const busyMs = 400;

setInterval(() => {
  const until = performance.now() + busyMs;
  while (performance.now() < until);
}, everyMs).unref();
