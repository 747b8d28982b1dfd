# Reads a run with pandas: python3 results/read.py [FOLDER]
import sys
import pandas as pd

run = sys.argv[1] if len(sys.argv) > 1 else "results/latest"
rows = pd.read_csv(f"{run}/summary.csv")
held = rows[rows.verdict == "reached"]  # anything else is no ceiling
usual = held[held.changed.isna()]
for figure in ["heap_kib_per_connection", "ceiling_connections"]:
    print(usual.pivot_table(index="workload", columns=["container", "connector", "thread_kind"], values=figure))
print(held[held.changed.notna()][["workload", "changed", "heap_kib_per_connection", "ceiling_connections", "limiting_factor"]].to_string())
