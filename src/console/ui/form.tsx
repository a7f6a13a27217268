/** Forms, whose faults are those that the server names. */
import type { ComponentProps } from "react";
import { Form as AriaForm } from "react-aria-components";

/** Shows a form. The browser's own bubbles would keep it from being sent again after a refusal. */
export function Form(props: ComponentProps<typeof AriaForm>) {
  return <AriaForm {...props} validationBehavior="aria" />;
}
