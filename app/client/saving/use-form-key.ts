import { useRouteLoaderData } from "@remix-run/react";
import { useState } from "react";

/** Changes when the form was saved, which makes React render an empty one. */
export function useFormKey(): string {
  const toast = useRouteLoaderData<{ toast?: { id: string; endsForm?: boolean } }>("root")?.toast;
  const [key, setKey] = useState("first");
  const savedKey = toast?.endsForm ? toast.id : key;
  if (savedKey !== key) setKey(savedKey);
  return savedKey;
}
