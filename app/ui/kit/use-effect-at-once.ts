import { useEffect, useLayoutEffect } from "react";

/**
 * Runs before the browser handles the next key or press. On the server, which runs no effects,
 * `useLayoutEffect` would cause a warning.
 */
export const useEffectAtOnce = typeof document === "undefined" ? useEffect : useLayoutEffect;
