import { Form, type FormProps } from "@remix-run/react";
import { useDialog } from "./page-dialog.tsx";

/** A form that may stand in a dialog: then the page behind stays where it was scrolled to, and Back does not return here. */
export function PageForm(props: Omit<FormProps, "method">) {
  const isInDialog = useDialog() !== null;
  return <Form method="post" preventScrollReset={isInDialog} replace={isInDialog} {...props} />;
}
