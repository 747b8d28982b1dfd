<?php
usleep(200_000);
echo "ok\n";
