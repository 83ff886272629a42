import { TextField } from "@foyer/ui/field";
import { useState } from "react";
import { words } from "#words/admin-repairs";

export interface ProductValues {
  readonly productId: string;
  readonly description: string;
  readonly seats: string;
}

interface Product {
  values: ProductValues;
  setValues: (values: ProductValues) => void;
  isReady: boolean;
}

/** Which product a license or key is for, as it is typed. */
export function useProduct(): Product {
  const [values, setValues] = useState<ProductValues>({ productId: "", description: "", seats: "1" });
  const isReady = /^[A-Z0-9-]+$/.test(values.productId.trim()) && values.description.trim() !== "";
  return { values, setValues, isReady: isReady && /^[1-9]\d{0,3}$/.test(values.seats) };
}

export function ProductFields({ values, setValues }: Pick<Product, "values" | "setValues">) {
  const field = (name: keyof ProductValues) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  });
  return (
    <>
      <TextField
        label={words.productId}
        hint={words.productIdHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field("productId")}
      />
      <TextField label={words.description} hint={words.descriptionHint} autoComplete="off" {...field("description")} />
      <TextField label={words.totalSeats} inputMode="numeric" autoComplete="off" {...field("seats")} />
    </>
  );
}
