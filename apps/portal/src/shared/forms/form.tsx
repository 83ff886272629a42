import { useFaultFocus } from "@foyer/ui/fault-focus";
import type { ComponentProps } from "react";
import { formClass } from "../screens/panel.tsx";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** True while the request runs. */
  busy?: boolean;
  onSubmit: (form: HTMLFormElement) => void;
}

/** A form that the portal checks and sends itself. After a refused attempt, the focus moves to the faulty field. */
export function Form({ busy = false, onSubmit, ...form }: FormProps) {
  const noteTry = useFaultFocus(busy);
  return (
    <form
      className={formClass}
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        noteTry(event.currentTarget);
        onSubmit(event.currentTarget);
      }}
    />
  );
}
