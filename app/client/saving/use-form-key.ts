import { useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";

/** A key for a page's form: another one once it was saved, so that it begins anew, and not when a button beside it was. */
export function useFormKey(): string {
  const toast = useRouteLoaderData<{ toast?: { id: string; endsForm?: boolean } }>("root")?.toast;
  const [key, setKey] = useState("first");
  const saved = toast?.endsForm ? toast.id : key;
  if (saved !== key) setKey(saved);
  return saved;
}
