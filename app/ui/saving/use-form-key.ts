import { useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";

/** A new key makes React render an empty form after a save. */
export function useFormKey(): string {
  const toast = useRouteLoaderData<{ toast?: { id: string; endsForm?: boolean } }>("root")?.toast;
  const [key, setKey] = useState("first");
  const savedKey = toast?.endsForm ? toast.id : key;
  if (savedKey !== key) setKey(savedKey);
  return savedKey;
}
