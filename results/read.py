# Reads a run with pandas: python3 results/read.py [FOLDER]
import sys
import pandas as pd

run = sys.argv[1] if len(sys.argv) > 1 else "results/latest"
rows = pd.read_csv(f"{run}/ceilings.csv")
held = rows[rows.verdict == "reached"]  # anything else is no ceiling
print(held.pivot_table(index="workload", columns=["container", "connector", "thread_kind"], values="ceiling_connections"))
cost = held.groupby("workload").heap_bytes_per_connection.agg(["min", "median", "max"]) / 1024
print(cost.round(1).add_suffix("_kib"))
print(held.limiting_factor.value_counts())
