import { useState } from "react";
import { useRequestContext } from "./request-context.tsx";
import { randomId } from "../saving/random-id.ts";

/** Names a press, so that a form that is sent twice counts once. */
export function PressId() {
  const { requestId: fromServer } = useRequestContext();
  const [requestId] = useState(() => fromServer || randomId());
  return <input type="hidden" name="requestId" value={requestId} suppressHydrationWarning />;
}
