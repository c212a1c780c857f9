import { useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";

/** A React key for a page's form. It changes when the form was saved, so that the form starts empty. */
export function useFormKey(): string {
  const toast = useRouteLoaderData<{ toast?: { id: string; endsForm?: boolean } }>("root")?.toast;
  const [key, setKey] = useState("first");
  const savedKey = toast?.endsForm ? toast.id : key;
  if (savedKey !== key) setKey(savedKey);
  return savedKey;
}
