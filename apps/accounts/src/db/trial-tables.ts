export interface TrialTable {
  product: string;
  address_hash: Buffer;
  account_id: string | null;
  license_id: string | null;
  started_at: Date;
  ends_at: Date;
  told: number | null;
}

export interface SoldLicenseTable {
  invoice_id: string;
  license_id: string;
  customer_id: string;
  product_id: string;
  quantity: number;
  paid_at: Date;
}

export interface TrialTables {
  trials: TrialTable;
  sold_licenses: SoldLicenseTable;
}
